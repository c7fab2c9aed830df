import { beings } from '#built-in/gifs/beings.ts'
import type { Body, DrawBody } from '#built-in/gifs/body.ts'
import type { Character } from '#built-in/gifs/cast.ts'
import type { Colours } from '#built-in/gifs/colours.ts'
import { things } from '#built-in/gifs/things.ts'
import type { Time } from '#built-in/gifs/timing.ts'

const draw: Readonly<Record<Character, DrawBody>> = { ...beings, ...things }

export function bodyOf(character: Character, colours: Colours, time: Time): Body {
  return draw[character](colours, time)
}
