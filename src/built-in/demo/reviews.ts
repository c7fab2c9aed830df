/** What somebody wrote below a review: member, text, and what came with it or after it. */
export type DemoComment = [by: string, text: string, more?: DemoMore]

interface DemoMore {
  /** Of the drawn pack. */
  gif?: string
  answers?: DemoComment[]
}

/** What the demo members wrote, by film number. Written for Scene. */
export interface DemoReview {
  by: string
  film: number
  /** Stars. */
  rating: number
  text: string
  /** Of the drawn pack. */
  gif?: string
  /** The text tells what happens. */
  spoilers?: true
  comments?: DemoComment[]
}

export const demoReviews: DemoReview[] = [
  {
    by: 'layla',
    film: 496243,
    rating: 5,
    text: 'Every staircase in this film is a sentence. Third time through and I still tense up when the doorbell rings in the rain.\n\nWatch the ceilings: they get lower whenever somebody lies.',
    comments: [
      [
        'mateo',
        'The doorbell scene is mixed so dry that you hear the house breathing.',
        {
          answers: [
            ['layla', 'And then the rain comes back in, like nothing happened.'],
            [
              'noor',
              'I had to pause it there.',
              { answers: [['mateo', 'Nobody has ever paused it anywhere else.', { gif: 'laughing-ghost' }]] },
            ],
          ],
        },
      ],
      ['billie', 'ok now I have to go back and look at ceilings', { gif: 'trending-popcorn' }],
      [
        'jade',
        'Les plafonds ! Je n’avais jamais remarqué.',
        { answers: [['theo', 'Moi non plus. Séance de rattrapage mardi ?']] },
      ],
    ],
  },
  {
    by: 'omar_k',
    film: 287628,
    rating: 5,
    text: 'الصحراء هنا ليست خلفية بل شخصية كاملة: صامتة، صبورة، ولا تغفر. طفلٌ يتعلّم في ليلة واحدة ما يتعلّمه الرجال في عمر كامل.',
    comments: [
      ['reem', 'مشهد البئر وحده يكفي.', { answers: [['omar_k', 'ولم يُسمع فيه سوى النَّفَس.']] }],
      [
        'layla',
        'The well. I still think about the well.',
        { answers: [['omar_k', 'Same. I drank a glass of water afterwards, slowly.']] },
      ],
    ],
  },
  {
    by: 'noor',
    film: 1184918,
    rating: 4.5,
    text: 'A robot learns to be a mother and I learn that I packed no tissues. The brushwork on the water alone is worth the ticket.',
    gif: 'sad-robot',
    comments: [
      [
        'billie',
        'I was NOT ready for the migration scene',
        { gif: 'sad-cloud', answers: [['noor', 'Nobody told me either. Solidarity.', { gif: 'sad-bear' }]] },
      ],
    ],
  },
  {
    by: 'jade',
    film: 915935,
    rating: 4.5,
    text: 'Un procès où l’on juge surtout un couple, phrase après phrase. La scène de l’enregistrement est d’une violence rare, et personne ne lève la main.',
    spoilers: true,
    comments: [
      [
        'theo',
        'Et ce chien, quel acteur.',
        { answers: [['jade', 'Palme Dog méritée.', { gif: 'celebrating-bear' }]] },
      ],
    ],
  },
  {
    by: 'mateo',
    film: 502033,
    rating: 5,
    text: 'The bravest mix of its year. It takes sound away from you, hands it back broken, and then asks you to sit still. I did.',
    comments: [['layla', 'The last minute of this film changed how I walk home.']],
  },
  {
    by: 'sunniva',
    film: 976893,
    rating: 4.5,
    text: 'A man cleans toilets, waters his trees, reads before sleep. Nothing happens, and then the sun moves across his face and everything has.',
    comments: [
      [
        'kenji_w',
        'The word you want is komorebi. The film waits for it too.',
        { answers: [['sunniva', 'Thank you. I have been saying “the leaf thing”.']] },
      ],
      ['viktor', 'Too gentle for me, but that last shot, fine.'],
    ],
  },
  { by: 'kenji_w', film: 372058, rating: 4.5, text: 'The train doors close. I am still on the platform.' },
  {
    by: 'kenji_w',
    film: 149870,
    rating: 4,
    text: 'He dreams of aeroplanes and wakes to what they are for.',
  },
  { by: 'kenji_w', film: 872585, rating: 3.5, text: 'Three hours of men in rooms, and I leaned forward.' },
  { by: 'kenji_w', film: 426063, rating: 3.5, text: 'The shadow acts better than most actors.' },
  {
    by: 'reem',
    film: 905474120,
    rating: 5,
    text: 'دراجة خضراء وفتاة تعرف ما تريد. فيلم صغير فتح بابًا كبيرًا، وما زلت أبتسم عند المشهد الأخير.',
    comments: [
      ['omar_k', 'فتح الباب فعلًا.'],
      ['noor', 'That last ride! Perfect ending, no notes.', { gif: 'celebrating-star' }],
    ],
  },
  {
    by: 'reem',
    film: 867537183,
    rating: 4,
    text: 'ليلة واحدة، سيارة، وناقة غاضبة. تصوير جريء وإيقاع لا يتركك تتنفّس.',
  },
  { by: 'reem', film: 841584081, rating: 4, text: 'لوحات صامتة عن قرية لا تريد أن تُرى. جميل وهادئ.' },
  {
    by: 'theo',
    film: 284,
    rating: 5,
    text: 'Une clé qui passe de main en main et un homme qui finit par la garder. Le plus beau noir et blanc de bureau du monde.',
    comments: [['jade', 'Et la raquette à spaghettis !']],
  },
  {
    by: 'theo',
    film: 935,
    rating: 4.5,
    text: 'Toujours aussi drôle, toujours aussi peu rassurant. Projeté hier en 35 mm : le grain donne froid dans le dos.',
  },
  {
    by: 'amara',
    film: 933260,
    rating: 4.5,
    text: 'Goes further than you think, then further than that, then orders dessert. Body horror with a broken heart in the middle.',
    comments: [
      [
        'billie',
        'watched this eating shrimp. mistake.',
        {
          answers: [
            ['amara', 'I did warn the group.', { answers: [['billie', '', { gif: 'mind-blown-popcorn' }]] }],
          ],
        },
      ],
      ['sunniva', 'I admired it from behind my scarf.'],
    ],
  },
  {
    by: 'amara',
    film: 419430,
    rating: 5,
    text: 'The party scene is scarier every year because the smiles age so well.',
    comments: [['mateo', 'A spoon against a teacup. That is all he needed.']],
  },
  {
    by: 'amara',
    film: 1226578,
    rating: 3,
    text: 'Atmosphere you could bottle, an ending you could not. Half a great film.',
  },
  {
    by: 'amara',
    film: 838209,
    rating: 4,
    text: 'A grave-moving thriller that keeps digging. Best ritual scenes in ages.',
  },
  {
    by: 'billie',
    film: 569094,
    rating: 5,
    text: 'Every frame is somebody’s favourite poster. I have paused it so often that I have seen it as a slideshow.',
    comments: [['noor', 'The Mumbattan sequence on paper stock, I could live in it.']],
  },
  {
    by: 'billie',
    film: 533535,
    rating: 3.5,
    gif: 'laughing-popcorn',
    text: 'Is it good? I laughed for two hours and my sister had to explain eleven cameos. So yes.',
  },
  { by: 'billie', film: 718821, rating: 3.5, text: 'Big wind, bigger grins. Exactly what a Friday is for.' },
  {
    by: 'viktor',
    film: 558449,
    rating: 2,
    text: 'Sharks. In the arena. I have nothing to add.',
    comments: [
      [
        'billie',
        'the sharks are the best part??',
        { gif: 'laughing-frog', answers: [['viktor', 'That is what I said.']] },
      ],
      ['layla', 'Viktor gave something above one star, mark the calendar.'],
    ],
  },
  {
    by: 'layla',
    film: 965150,
    rating: 4.5,
    text: 'A holiday on videotape and everything the tape could not see. I called my father afterwards and we talked about nothing for an hour.',
    spoilers: true,
    comments: [
      [
        'sunniva',
        'The dance. The last dance.',
        { answers: [['layla', 'I cannot hear that song in a supermarket any more.', { gif: 'sad-heart' }]] },
      ],
    ],
  },
  {
    by: 'layla',
    film: 974576,
    rating: 4,
    text: 'Cardinals gossip like it is a high school with better curtains. The costumes deserve their own conclave.',
  },
  {
    by: 'layla',
    film: 693134,
    rating: 4.5,
    text: 'Saw it twice in a week. The worm ride shook the seats and I am fairly sure I shouted.',
    comments: [['mateo', 'That sub-bass is doing forty percent of the acting.']],
  },
  {
    by: 'mateo',
    film: 244786,
    rating: 5,
    text: 'Cut to the tempo of a panic attack. Nobody has ever recorded cymbals with this much dread.',
  },
  {
    by: 'mateo',
    film: 467244,
    rating: 4.5,
    text: 'You never see it. You hear it for every single second. The most moral sound design I know.',
    comments: [['jade', 'Je n’ai pas pu parler pendant une heure après.']],
  },
  {
    by: 'mateo',
    film: 335984,
    rating: 4,
    text: 'The score arrives like weather. I would watch it with my eyes closed.',
  },
  {
    by: 'noor',
    film: 128,
    rating: 5,
    text: 'No villains, only people who want incompatible things, and a forest that remembers all of them.',
    comments: [['kenji_w', 'The forest always knows.']],
  },
  {
    by: 'noor',
    film: 823219,
    rating: 5,
    text: 'A cat, a capybara, a flood, no words. I understood every one of them.',
  },
  {
    by: 'noor',
    film: 1022789,
    rating: 3.5,
    text: 'Anxiety as a control-room takeover is a bit too accurate, thank you.',
  },
  {
    by: 'omar_k',
    film: 900765535,
    rating: 5,
    text: 'المحطة مدينة كاملة، وقناوي أوحد من فيها. كيف صُنع فيلم بهذه الحداثة سنة 1958؟',
  },
  {
    by: 'omar_k',
    film: 517814,
    rating: 4,
    text: 'نظرات الطفل أقوى من كل حوار. فيلم متعب بمعنى جميل.',
    comments: [['layla', 'Heavy, necessary, and somehow full of tenderness.']],
  },
  {
    by: 'omar_k',
    film: 238,
    rating: 5,
    text: 'I watch it every winter. Every winter the door closes a little slower.',
  },
  {
    by: 'sunniva',
    film: 580175,
    rating: 4,
    text: 'Four teachers run an experiment and the control group is despair. Then that final dance, which I will not describe to anyone.',
  },
  {
    by: 'sunniva',
    film: 503919,
    rating: 4,
    text: 'Two men, one lamp, far too much weather. Bring a blanket.',
  },
  {
    by: 'jade',
    film: 331482,
    rating: 4,
    text: 'Deux lumières, deux âges, et le montage les fait dialoguer. La plage dorée contre la maison grise : tout est là.',
  },
  {
    by: 'jade',
    film: 77338,
    rating: 3,
    text: 'Vu et revu à Noël chez ma tante. Le sourire d’Omar Sy fait le reste.',
  },
  { by: 'theo', film: 185, rating: 4, text: 'Objectif grand angle, musique classique, malaise garanti.' },
  {
    by: 'billie',
    film: 105,
    rating: 5,
    text: 'Tightest script ever written. I will be taking no questions at this time.',
  },
]

/** Short remarks for logs without a review of their own; each is used with any film. */
export const demoRemarks: { text: string; language: 'en' | 'ar' | 'fr' }[] = [
  { language: 'en', text: 'Better than I remembered.' },
  { language: 'en', text: 'Fell asleep, woke up, rewound, loved it.' },
  { language: 'en', text: 'Watched on a train. Missed my stop.' },
  { language: 'en', text: 'The first hour is perfect. The second is only very good.' },
  { language: 'en', text: 'Everyone in the room cried except the dog.' },
  { language: 'en', text: 'I have thoughts. They need another viewing.' },
  { language: 'en', text: 'Solid. Very solid.' },
  { language: 'en', text: 'Not for me, but I see who it is for.' },
  { language: 'ar', text: 'أفضل مما توقّعت.' },
  { language: 'ar', text: 'نهاية تستحق الانتظار.' },
  { language: 'ar', text: 'إيقاع بطيء لكن الصورة بديعة.' },
  { language: 'fr', text: 'Bien mieux que dans mon souvenir.' },
  { language: 'fr', text: 'La dernière scène rattrape tout.' },
  { language: 'fr', text: 'Un peu long, mais quelle lumière.' },
]

/** What members tag their logs with. */
export const demoTags: Record<'en' | 'ar' | 'fr', string[]> = {
  en: ['cinema', 'at home', 'rainy sunday', 'with friends', 'festival'],
  ar: ['سينما', 'في البيت', 'مع الأصدقاء', 'سهرة الخميس'],
  fr: ['en salle', 'ciné-club', 'à la maison', 'en VO'],
}
