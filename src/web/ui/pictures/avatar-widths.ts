const sized = /^(\/(?:media\/avatars|art)\/(?:[0-9a-f-]{36}|avatar-\w+))\.webp$/

/** The `srcSet` of the widths in which the server has a member's picture: many are shown, and small. */
export function avatarWidths(src: string): string | undefined {
  const name = sized.exec(src)?.[1]
  return name && `${name}-96.webp 96w, ${name}-200.webp 200w, ${src} 400w`
}
