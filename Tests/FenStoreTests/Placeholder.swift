// The store's tests follow.
