/** Countries that films come from and people ask for by name, ISO 3166-1. */
const countries =
  `AE AF AR AT AU BA BD BE BG BR CA CH CL CN CO CU CZ DE DK DZ EC EE EG ES FI FR GB GR HK HR HU ID IE IL IN IQ IR
  IS IT JO JP KR KW KZ LB LT LU LV LY MA MN MX MY NG NL NO NP NZ OM PE PH PK PL PS PT QA RO RS RU SA SD SE SG SI SK SN SO
  SY TH TN TR TW UA US UY VE VN YE ZA`.split(/\s+/)

/** Languages that films are in, as the film database has them (Cantonese is `cn`, which Unicode’s data does not know). */
const languages =
  `ar bg bn cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko ku lt lv ml mr ms nl no pl pt ro ru sr
  sv ta te th tl tr uk ur vi zh`.split(/\s+/)

const namesOf = (type: 'region' | 'language', codes: readonly string[], locale: string) => {
  const names = new Intl.DisplayNames(locale, { type })
  return codes.flatMap((code): [string, string][] => {
    const name = names.of(code)
    // "Türkiye", "Hong Kong SAR China": what stands in parentheses is not said.
    return name ? [[code, name.replace(/\s*\(.*\)/, '')]] : []
  })
}

export const countryNames = (locale: string) => namesOf('region', countries, locale)
export const languageNames = (locale: string) => namesOf('language', languages, locale)
