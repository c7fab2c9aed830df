import { describe, expect, it } from 'vitest'
import { errors } from '#shared/errors.ts'
import arAccount from './ar.account.json'
import arAdmin from './ar.admin.json'
import arApp from './ar.app.json'
import arFirst from './ar.first.json'
import arHome from './ar.home.json'
import arSteps from './ar.steps.json'
import enAccount from './en.account.json'
import enAdmin from './en.admin.json'
import enApp from './en.app.json'
import enFirst from './en.first.json'
import enHome from './en.home.json'
import enSteps from './en.steps.json'
import { flatten, type Tree } from './flatten.ts'
import frAccount from './fr.account.json'
import frAdmin from './fr.admin.json'
import frApp from './fr.app.json'
import frFirst from './fr.first.json'
import frHome from './fr.home.json'
import frSteps from './fr.steps.json'

const together = (...parts: Tree[]) => new Map(parts.flatMap((part) => [...flatten(part)]))

const catalogues = {
  en: together(enAccount, enSteps, enHome, enFirst, enApp, enAdmin),
  ar: together(arAccount, arSteps, arHome, arFirst, arApp, arAdmin),
  fr: together(frAccount, frSteps, frHome, frFirst, frApp, frAdmin),
}
type Language = keyof typeof catalogues
const languages = Object.keys(catalogues) as Language[]

const suffix = /_(zero|one|two|few|many|other)$/
const pluralBases = new Set(
  [...catalogues.en.keys()].filter((key) => key.endsWith('_other')).map((key) => key.replace(suffix, '')),
)

function baseOf(key: string): string {
  const base = key.replace(suffix, '')
  return pluralBases.has(base) ? base : key
}

const bases = (language: Language) => new Set([...catalogues[language].keys()].map(baseOf))

/** What a translation must keep: placeholders and tags. */
function fillings(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? [])].sort()
}

describe.each(languages)('%s', (language) => {
  const texts = catalogues[language]

  it('has the same keys as English', () => {
    expect([...bases(language)].sort()).toEqual([...bases('en')].sort())
  })

  it('has every plural form of the language and no other', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const base of pluralBases) {
      const given = [...texts.keys()].filter((key) => key.replace(suffix, '') === base)
      expect(given.sort(), base).toEqual(forms.map((form) => `${base}_${form}`).sort())
    }
  })

  it('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('keeps placeholders and tags', () => {
    for (const [key, text] of texts) {
      // A form for one, two or none may say the number in words.
      if (suffix.test(key) && pluralBases.has(baseOf(key))) continue
      expect(fillings(text), key).toEqual(fillings(catalogues.en.get(key) ?? ''))
    }
  })

  it('keeps a number and its unit in one line', () => {
    const units =
      'min|minutes?|h|ms|s|hours?|days?|years?|[GMk]B|heures?|jours?|ans?|[GM]o|ko|%|[غمك]\\.ب|م\\.ث|ث|ميغابايت|دقائق|دقيقة|ساعات|ساعة|أيام|يوما?|سنوات|سنة'
    const parted = new RegExp(`\\}\\} (?:${units})(?!\\p{L})`, 'u')
    const vowels = /[\u064b-\u0652]/g
    const wrong = [...texts].filter(([, text]) => parted.test(text.replaceAll(vowels, '')))
    expect(wrong).toEqual([])
  })

  it('says what gives up a question as nothing else that is done', () => {
    const cancel = texts.get('common.cancel') ?? ''
    const alike = [...texts].filter(([key, text]) => text === cancel && catalogues.en.get(key) !== 'Undo')
    expect(alike).toEqual([['common.cancel', cancel]])
  })

  it('has a text for every error, in English the one of the server', () => {
    for (const [code, { text }] of Object.entries(errors)) {
      const translated = texts.get(`errors.${code}`) ?? ''
      expect(language === 'en' ? translated === text : translated !== '', code).toBe(true)
    }
  })
})

it('no key is given twice, of which the second would be said in both places', () => {
  const files = import.meta.glob<string>('./*.json', { query: '?raw', import: 'default', eager: true })
  expect(Object.keys(files)).toHaveLength(18)
  const again = ([, text]: [string, string]) => `${JSON.stringify(JSON.parse(text), null, 2)}\n` !== text
  expect(
    Object.entries(files)
      .filter(again)
      .map(([file]) => file),
  ).toEqual([])
})

it('French puts an unbreakable space before ! ? : ; and inside guillemets', () => {
  const plain = /[ \u202f][!?:;»]|« |[^\s\u00a0!?][!?]|\p{L}[:;]|«[^\u00a0]|[^\u00a0]»/u
  // Placeholders and the beginnings of web addresses are not sentences.
  const sentence = (text: string) => text.replaceAll(/\{\{\w+\}\}|https?:\/\//g, 'x')
  const wrong = [...catalogues.fr].filter(([, text]) => plain.test(sentence(text)))
  expect(wrong).toEqual([])
})

it('French says millions of a noun with de', () => {
  // Units that are written short, and what stands without a noun.
  const bare = /^(?:min|h|s|oui|non|pourquoi pas|restants|choisies|existants|derniers)(?!\p{L})/u
  const wrong = [...catalogues.fr].filter(([key, text]) => {
    const counted = /\{\{count\}\}[ \u00a0](.+)/.exec(text)?.[1]
    return (
      key.endsWith('_many') &&
      counted !== undefined &&
      !/^(?:de[ \u00a0]|d’)/.test(counted) &&
      !bare.test(counted)
    )
  })
  expect(wrong).toEqual([])
})

it('Arabic uses its own punctuation', () => {
  const wrong = [...catalogues.ar].filter(([, text]) => /[\u0600-\u06ff]\s?[?,;]/.test(text))
  expect(wrong).toEqual([])
})

it('Arabic keeps the sign before a name on its left', () => {
  const alone = [...catalogues.ar].filter(([, text]) => /(?<!\u2068)@\{\{|@\{\{\w+\}\}(?!\u2069)/.test(text))
  expect(alone).toEqual([])
})

it('French names a member by no participle, and the place where Scene runs by one noun', () => {
  const wrong = /(?<!\p{L})(?:Parti|Vous seul|Vous êtes \p{L}+é|ce Scene|cette Scene)(?!\p{L})/u
  expect([...catalogues.fr].filter(([, text]) => wrong.test(text))).toEqual([])
})

it('French gives stars by noter, and an entry to the diary by other words', () => {
  const found = [...catalogues.fr].filter(([, text]) =>
    /(?<!\p{L})(?:not(?:ent|ez)|l’avez noté)(?!\p{L})/iu.test(text),
  )
  expect(found.map(([key]) => key)).toEqual(['auth.promise.more'])
})

it('Arabic speaks to members by nouns, not by verbs that only fit a man', () => {
  const verbs =
    'حاول|أدخل|اختر|ابحث|استخدم|اكتب|اقرأ|اسأل|انقل|انتقل|افتح|احفظ|أضف|أزل|قدّم|تحقّق|اضغط|انقر|سجّل|تابع|شارك|جرّب|أعد|تريد|واصل|ابق|تضغط|تجده|تسجّل|تشاهده|تختار|تحدّد|تنضم|تبلغ|تسمح'
  const alone = new RegExp(`(?<!\\p{L})و?(?:${verbs})(?:ني|ها|ه)?(?!\\p{L})`, 'u')
  const vowels = /[\u064b-\u0650\u0652]/g
  // The one button that is asked for in these words.
  const spoken = (text: string) => text.replaceAll(vowels, '').replace('سجّل مشاهدة', '')
  const found = [...catalogues.ar].filter(([, text]) => alone.test(spoken(text)))
  expect(found.map(([key]) => key)).toEqual(['editProfile.favourites.placeholder'])
})

describe('use of the keys', () => {
  const sources = Object.entries(
    import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  )
  const keys = bases('en')

  /** Whole keys in any quotes, and the beginnings of `a.b.${…}` templates. */
  const literals = new Set(
    sources.flatMap(([, code]) =>
      [...code.matchAll(/(['"`])([\w-]+(?:\.[\w-]+)+)\1/g)].map((match) => match[2]),
    ),
  )
  const prefixes = [
    ...new Set(
      sources.flatMap(([, code]) =>
        [...code.matchAll(/`([\w-]+\.(?:[\w-]+\.)*)\$\{/g)].map((m) => m[1] ?? ''),
      ),
    ),
  ]

  it('sees the sources', () => {
    expect(sources.length).toBeGreaterThan(50)
  })

  it('no text is unused', () => {
    const unused = [...keys].filter(
      (key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
    )
    expect(unused).toEqual([])
  })

  it('no key is undefined', () => {
    const undefinedKeys = sources.flatMap(([file, code]) =>
      [...code.matchAll(/(?:\bt\(|i18nKey=)\s*\{?\s*(['"`])([\w.-]+)\1/g)]
        .map((match) => match[2] ?? '')
        .filter((key) => !keys.has(key))
        .map((key) => `${file}: ${key}`),
    )
    expect(undefinedKeys).toEqual([])
  })
})
