"""What luck adjustment saves: in measuring, and in learning."""
