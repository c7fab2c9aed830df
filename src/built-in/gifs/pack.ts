import {
  cast,
  scripts,
  type Backdrop,
  type Character,
  type Expression,
  type GifMood,
} from '#built-in/gifs/scripts.ts'
import { createRandom, seedOf } from '#built-in/seeded-random.ts'

type Texts = Readonly<Record<'en' | 'ar' | 'fr', string>>

/** A GIF of the drawn pack. */
export interface PackGif {
  /** `sad-cat`: safe in an address. */
  id: string
  mood: GifMood
  character: Character
  backdrop: Backdrop
  expression: Expression
  /** What is written in it. */
  word: string
  titles: Texts
  /** What finds it besides its titles. */
  tags: readonly string[]
  /** Pixels. */
  width: number
  height: number
}

/** What finds a whole mood, in the three languages. */
const moodTags: Readonly<Record<GifMood, string>> = {
  trending: 'trending,reaction,رائج,تفاعل,tendance,réaction',
  sad: 'sad,cry,crying,tears,unhappy,sorrow,حزين,حزن,بكاء,دموع,triste,tristesse,pleurer,larmes',
  celebrating:
    'celebrating,celebrate,celebration,party,happy,congratulations,احتفال,فرح,حفلة,مبروك,fête,célébrer,heureux,félicitations',
  laughing: 'laughing,laugh,funny,lol,haha,ضحك,يضحك,مضحك,هههه,rire,drôle,mdr',
  'mind-blown':
    'mind,blown,mind blown,shocked,amazed,surprised,wow,ذهول,صدمة,مندهش,مذهول,choc,choqué,surpris,époustouflé',
}

const title: Readonly<Record<GifMood, (who: Character) => Texts>> = {
  trending: (who) => ({ en: cast[who][0], ar: cast[who][1], fr: cast[who][2] }),
  sad: (who) => called(who, 'Sad', 'حزن', 'Le chagrin'),
  celebrating: (who) => called(who, 'Celebrating', 'فرحة', 'La fête'),
  laughing: (who) => called(who, 'Laughing', 'ضحكة', 'Le rire'),
  'mind-blown': (who) => called(who, 'Mind-blown', 'ذهول', 'Le choc'),
}

const called = (who: Character, en: string, ar: string, fr: string): Texts => ({
  en: `${en} ${cast[who][0].toLowerCase()}`,
  ar: `${ar} ${cast[who][1]}`,
  fr: `${fr} ${cast[who][3]}`,
})

const heights: readonly [number, ...number[]] = [176, 200, 200, 224]

function packOf(mood: GifMood): PackGif[] {
  return scripts[mood].map(([character, backdrop, expression, word, en, ar, fr]) => {
    const id = `${mood}-${character}`
    const who = title[mood](character)
    return {
      id,
      mood,
      character,
      backdrop,
      expression,
      word,
      titles: { en: `${who.en}: ${en}`, ar: `${who.ar}: ${ar}`, fr: `${who.fr}\u00a0: ${fr}` },
      tags: [...moodTags[mood].split(','), word],
      width: 200,
      height: createRandom(seedOf('gif-height', id, 0)).pick(heights),
    }
  })
}

export const gifMoods: readonly GifMood[] = ['trending', 'celebrating', 'laughing', 'mind-blown', 'sad']

/** Every GIF of the drawn pack, mood by mood. */
export const gifPack: readonly PackGif[] = gifMoods.flatMap(packOf)

const byId = new Map(gifPack.map((gif) => [gif.id, gif]))

export function packGif(id: string): PackGif | null {
  return byId.get(id) ?? null
}
