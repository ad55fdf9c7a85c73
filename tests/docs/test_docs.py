import pytest

from experiments import docs


def test_documentation_is_up_to_date():
    assert docs.main(["--check"]) == 0


def test_blocks_are_replaced_and_nothing_else():
    text = "a\n<!-- begin generated: x -->\nold\n<!-- end generated: x -->\nb\n"
    new = "a\n<!-- begin generated: x -->\nnew\n<!-- end generated: x -->\nb\n"
    assert docs.replace_block(text, "x", "new\n") == new
    with pytest.raises(ValueError, match="block 'y'"):
        docs.replace_block(text, "y", "new")


def test_an_unknown_block_is_an_error(tmp_path):
    (tmp_path / "README.md").write_text("<!-- begin generated: nothing -->\n")
    with pytest.raises(ValueError, match="block 'nothing'"):
        docs.regenerate(tmp_path)


def test_stale_files_are_found(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "regenerate", lambda: {tmp_path / "a" / "b.md": "text"})
    assert docs.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().out
    assert docs.main([]) == 0
    assert docs.main(["--check"]) == 0
