/** Stores a text, or removes it (null). A storage that is full or refused is no error: the screen works on without. */
export function storeIfRoom(storage: Storage, key: string, text: string | null): void {
  try {
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // As said.
  }
}
