/** The invented members of the demo community. Any likeness is chance; the avatars are drawn from the seed. */
export interface DemoMember {
  username: string
  name: string
  bio: string
  locale: 'en' | 'ar' | 'fr'
  /** At most four, by film number. */
  favourites: number[]
  /** How many logs over the last weeks. */
  logs: number
  /** Shifts what this member gives a film, in half steps: a mild one is above 0, a strict one below. */
  mood: number
  socials: Record<string, string>
}

export const demoPassword = 'demo-scene'

/** The first one is who an operator logs in as. */
export const demoMembers: DemoMember[] = [
  {
    username: 'layla',
    name: 'Layla Haddad',
    bio: 'Night screenings, front third, aisle seat. Rewatching everything my father taped over.',
    locale: 'en',
    favourites: [843, 496243, 905474120, 965150],
    logs: 38,
    mood: 0,
    socials: { instagram: 'layla.frames', website: 'https://example.org/layla' },
  },
  {
    username: 'omar_k',
    name: 'Omar Khalil',
    bio: 'كاتب وناقد هاوٍ. السينما العربية أولًا، ثم كل ما تبقّى.',
    locale: 'ar',
    favourites: [287628, 900765535, 517814, 238],
    logs: 34,
    mood: 0,
    socials: { X: 'omar_k_films' },
  },
  {
    username: 'noor',
    name: 'Noor',
    bio: 'Animation first. If it was drawn by hand I have probably cried at it.',
    locale: 'en',
    favourites: [129, 1184918, 324857, 128],
    logs: 36,
    mood: 1,
    socials: { tiktok: 'noor.draws' },
  },
  {
    username: 'jade',
    name: 'Jade Moreau',
    bio: 'Ciné-club du mardi. Je note peu, je revois beaucoup.',
    locale: 'fr',
    favourites: [194, 843, 915935, 531428],
    logs: 28,
    mood: -1,
    socials: { instagram: 'jade.moreau.cine' },
  },
  {
    username: 'mateo',
    name: 'Mateo Ruiz',
    bio: 'Sound mixer by day. I hear your film before I see it.',
    locale: 'en',
    favourites: [502033, 244786, 28, 335984],
    logs: 30,
    mood: 0,
    socials: { youtube: 'mateomixes', imdb: 'nm0000000' },
  },
  {
    username: 'sunniva',
    name: 'Sunniva Berg',
    bio: 'Slow cinema, cold places, long takes.',
    locale: 'en',
    favourites: [976893, 965150, 503919, 580175],
    logs: 26,
    mood: -1,
    socials: {},
  },
  {
    username: 'kenji_w',
    name: 'Kenji Watanabe',
    bio: 'One film a day, one line a film.',
    locale: 'en',
    favourites: [372058, 378064, 149870, 976893],
    logs: 44,
    mood: 0,
    socials: { website: 'https://example.org/one-line' },
  },
  {
    username: 'reem',
    name: 'ريم العتيبي',
    bio: 'أشاهد الأفلام السعودية في أسبوعها الأول دائمًا.',
    locale: 'ar',
    favourites: [905474120, 922251894, 867537183, 841584081],
    logs: 24,
    mood: 1,
    socials: { instagram: 'reem.watches' },
  },
  {
    username: 'theo',
    name: 'Théo Lambert',
    bio: 'Projectionniste. Le grain avant tout.',
    locale: 'fr',
    favourites: [284, 239, 935, 185],
    logs: 26,
    mood: 0,
    socials: {},
  },
  {
    username: 'amara',
    name: 'Amara Okafor',
    bio: 'Horror year round. Halloween is a lifestyle, not a date.',
    locale: 'en',
    favourites: [419430, 530385, 933260, 396535],
    logs: 32,
    mood: 0,
    socials: { X: 'amara_screams', instagram: 'amara.screams' },
  },
  {
    username: 'billie',
    name: 'Billie Tran',
    bio: 'Popcorn enthusiast. Blockbusters deserve good reviews too.',
    locale: 'en',
    favourites: [569094, 155, 105, 299534],
    logs: 34,
    mood: 1,
    socials: { tiktok: 'billiewatches' },
  },
  {
    username: 'viktor',
    name: 'Viktor',
    bio: '',
    locale: 'en',
    favourites: [],
    logs: 16,
    mood: -2,
    socials: {},
  },
]
