import type { DemoComment } from './reviews.ts'

/** A list of the demo community. */
export interface DemoList {
  by: string
  title: string
  description: string
  ranked: boolean
  /** The film whose backdrop is the cover; without one the first posters are shown. */
  cover?: number
  private?: boolean
  /** How likely another member likes it; the titles at the top are the newest. */
  appeal: number
  tags?: string[]
  /** What is said of films, by their numbers. */
  notes?: Record<number, string>
  comments?: DemoComment[]
  /** Film numbers, in order. */
  films: number[]
}

export const demoLists: DemoList[] = [
  {
    by: 'layla',
    title: 'My hundred, so far',
    description: 'Counting down, one evening at a time. The order changes with the weather.',
    ranked: true,
    cover: 843,
    appeal: 0.7,
    tags: ['all-time', 'Friday film'],
    notes: {
      843: 'Third row, in a storm.\n\nThe rain on the roof kept the time of the waltz, and nobody in the room moved before the lights came up.',
      905474120: 'I had a green bicycle of my own. Mine was too large as well.',
      128: 'First seen without subtitles. I understood everything.',
      238: 'My father stops it before the last door closes.',
    },
    films: [843, 496243, 905474120, 965150, 128, 238, 467244, 284, 517814, 244786, 915935, 105],
  },
  {
    by: 'layla',
    title: 'To show my father',
    description: 'Only when he asks.',
    ranked: false,
    private: true,
    appeal: 0,
    films: [238, 900765535, 207, 14160],
  },
  {
    by: 'billie',
    tags: ['sequels'],
    notes: { 155: 'The pencil. That is the note.' },
    title: 'Sequels that earned it',
    description: 'Second helpings, better than the first.',
    ranked: true,
    cover: 569094,
    appeal: 0.5,
    films: [569094, 155, 335984, 693134, 1184918],
    comments: [
      [
        'layla',
        'No second part with a bicycle in it? I object.',
        { answers: [['billie', 'Name one and it goes to the top.']] },
      ],
      ['jade', 'Le deuxième volet, toujours le meilleur. Enfin, presque.'],
    ],
  },
  {
    by: 'reem',
    title: 'أفلام سعودية أولى',
    description: 'بدايات تستحق أن تُرى.',
    ranked: false,
    appeal: 0.6,
    films: [905474120, 922251894, 867537183, 841584081],
  },
  {
    by: 'jade',
    title: 'Portraits de femmes',
    description: 'Elles regardent, et l’on se tait.',
    ranked: false,
    cover: 531428,
    appeal: 0.45,
    films: [531428, 843, 331482, 915935, 391713, 194],
  },
  {
    by: 'kenji_w',
    title: 'Slow mornings',
    description: 'Tea first, then these.',
    ranked: false,
    appeal: 0.35,
    films: [976893, 149870, 372058, 378064],
  },
  {
    by: 'layla',
    title: 'Doors, stairs, thresholds',
    description: 'Films in which a doorway decides everything.',
    cover: 496243,
    ranked: false,
    appeal: 0.65,
    films: [496243, 238, 284, 467244, 915935, 965150],
  },
  {
    by: 'omar_k',
    title: 'سينما عربية للبداية',
    description: 'عشرة أبواب إلى السينما العربية.',
    cover: 905474120,
    ranked: true,
    appeal: 0.55,
    films: [900765535, 287628, 905474120, 517814, 468284, 187028, 922251894, 899051826, 884729164, 830782451],
  },
  {
    by: 'noor',
    title: 'Drawn, painted, moved by hand',
    description: 'Animation that shows its brush.',
    ranked: true,
    appeal: 0.5,
    films: [128, 149870, 441130, 1184918, 823219, 569094, 929204],
  },
  {
    by: 'amara',
    title: 'Thirty-one nights',
    description: 'One scare per night, mild to merciless.',
    ranked: true,
    appeal: 0.3,
    films: [1138194, 1032823, 426063, 838209, 530385, 419430, 396535, 945961, 933260],
  },
  {
    by: 'mateo',
    title: 'Listen to this',
    description: 'Films to hear on the best speakers you can borrow.',
    ranked: false,
    appeal: 0.35,
    films: [502033, 244786, 467244, 693134, 335984, 28],
  },
  {
    by: 'theo',
    title: 'Noir et blanc, toujours',
    description: 'Pour les soirs de projection.',
    cover: 284,
    ranked: false,
    appeal: 0.4,
    films: [284, 239, 935, 503919],
  },
]
