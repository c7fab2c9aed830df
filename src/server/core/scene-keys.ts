const ownKey = /^scene:([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/

/** Ids that keys of an import from Scene's own export name: what was never away is known again by them. */
export const idsFromSceneKeys = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => ownKey.exec(key)?.[1] ?? [])
