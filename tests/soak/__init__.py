"""Random tables played for as long as one likes, with everything checked that must hold."""
