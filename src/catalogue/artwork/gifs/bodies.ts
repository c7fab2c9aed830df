import { beings } from '#catalogue/artwork/gifs/beings.ts'
import type { Body, DrawBody } from '#catalogue/artwork/gifs/body.ts'
import type { Character } from '#catalogue/artwork/gifs/cast.ts'
import type { Colours } from '#catalogue/artwork/gifs/colours.ts'
import { things } from '#catalogue/artwork/gifs/things.ts'
import type { Time } from '#catalogue/artwork/gifs/timing.ts'

const draw: Readonly<Record<Character, DrawBody>> = { ...beings, ...things }

export function bodyOf(character: Character, colours: Colours, time: Time): Body {
  return draw[character](colours, time)
}
