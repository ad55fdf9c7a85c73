import pytest

from experiments.measuring.table import TableSettings


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        (TableSettings(), ""),
        (TableSettings(profile="club", num_players=4), " --profile club --players 4"),
        (TableSettings("banque", reward="placement"), " --game banque"),
    ],
)
def test_the_options_name_the_table(settings, options):
    assert settings.to_options() == options


def test_one_seat_is_alone():
    assert TableSettings("punto_banco").is_alone
    assert not TableSettings("punto_banco", num_players=2).is_alone
