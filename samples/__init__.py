"""Our own sample rulebooks: how the sources under games/*/samples/source become the files people would find."""
