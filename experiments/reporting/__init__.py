"""What every command needs to report: console, files, manifests, tables, figures."""
