const ownKey = /^scene:([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/

/** The ids in import keys that come from Scene's own export, by which rows that still exist are recognised. */
export const idsFromSceneKeys = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => ownKey.exec(key)?.[1] ?? [])
