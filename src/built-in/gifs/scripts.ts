/** The twenty who act in the drawn GIFs; each plays every mood once. */
export type Character = keyof typeof cast

/**
 * How they are called: alone in English, with the article in Arabic, and in French with the article alone and
 * after `de`.
 */
export const cast = {
  cat: ['Cat', 'القطة', 'Le chat', 'du chat'],
  popcorn: ['Popcorn', 'الفشار', 'Le pop-corn', 'du pop-corn'],
  ghost: ['Ghost', 'الشبح', 'Le fantôme', 'du fantôme'],
  star: ['Star', 'النجمة', 'L’étoile', 'de l’étoile'],
  moon: ['Moon', 'القمر', 'La lune', 'de la lune'],
  robot: ['Robot', 'الروبوت', 'Le robot', 'du robot'],
  heart: ['Heart', 'القلب', 'Le cœur', 'du cœur'],
  bear: ['Bear', 'الدب', 'L’ours', 'de l’ours'],
  clapper: ['Clapperboard', 'الكلاكيت', 'Le clap', 'du clap'],
  drop: ['Drop', 'القطرة', 'La goutte', 'de la goutte'],
  sun: ['Sun', 'الشمس', 'Le soleil', 'du soleil'],
  reel: ['Film reel', 'بكرة الفيلم', 'La bobine', 'de la bobine'],
  bunny: ['Bunny', 'الأرنب', 'Le lapin', 'du lapin'],
  cloud: ['Cloud', 'الغيمة', 'Le nuage', 'du nuage'],
  cup: ['Cup', 'الكوب', 'Le gobelet', 'du gobelet'],
  frog: ['Frog', 'الضفدع', 'La grenouille', 'de la grenouille'],
  planet: ['Planet', 'الكوكب', 'La planète', 'de la planète'],
  ticket: ['Ticket', 'التذكرة', 'Le billet', 'du billet'],
  slime: ['Slime', 'الهلام', 'La gelée', 'de la gelée'],
  camera: ['Camera', 'الكاميرا', 'La caméra', 'de la caméra'],
} as const

export type GifMood = 'trending' | 'sad' | 'celebrating' | 'laughing' | 'mind-blown'

export type Backdrop = 'ring' | 'rain' | 'confetti' | 'burst'

export type Expression =
  | 'grin'
  | 'beam'
  | 'wink'
  | 'cool'
  | 'adore'
  | 'starry'
  | 'smirk'
  | 'sleepy'
  | 'plead'
  | 'weep'
  | 'wail'
  | 'frown'
  | 'glum'
  | 'cheer'
  | 'tongue'
  | 'laugh'
  | 'giggle'
  | 'cackle'
  | 'gape'
  | 'dizzy'
  | 'stunned'

type Script = readonly [
  who: Character,
  backdrop: Backdrop,
  expression: Expression,
  /** The word in the picture, and what it means in English, Arabic and French. */
  word: string,
  en: string,
  ar: string,
  fr: string,
]

/** Who plays what, in the order in which a mood shows them: neighbours differ in everything. */
export const scripts: Readonly<Record<GifMood, readonly Script[]>> = {
  trending: [
    ['star', 'burst', 'starry', 'Wow', 'Wow', 'واو', 'Waouh'],
    ['cat', 'ring', 'cool', 'Cool', 'Cool', 'رائع', 'Cool'],
    ['heart', 'confetti', 'adore', 'Love it', 'Love it', 'أحببته', 'J’adore'],
    ['clapper', 'burst', 'grin', 'Action!', 'Action', 'أكشن', 'Action'],
    ['bear', 'confetti', 'beam', 'شكرًا', 'Thank you', 'شكرًا', 'Merci'],
    ['popcorn', 'rain', 'grin', 'Popcorn time', 'Popcorn time', 'وقت الفشار', 'Pop-corn'],
    ['ghost', 'ring', 'smirk', 'Plot twist', 'Plot twist', 'حبكة مفاجئة', 'Coup de théâtre'],
    ['planet', 'burst', 'starry', '10/10', 'Ten out of ten', 'عشرة من عشرة', 'Dix sur dix'],
    ['moon', 'rain', 'sleepy', 'Good night', 'Good night', 'تصبحون على خير', 'Bonne nuit'],
    ['frog', 'ring', 'wink', 'OK!', 'OK', 'حسنًا', 'D’accord'],
    ['bunny', 'confetti', 'cheer', 'يلا', 'Let’s go', 'يلا', 'Allez'],
    ['cup', 'burst', 'adore', 'Oh là là', 'Oh my', 'يا سلام', 'Oh là là'],
    ['reel', 'ring', 'grin', 'Again!', 'Again', 'مرة أخرى', 'Encore'],
    ['slime', 'rain', 'plead', 'Please', 'Please', 'من فضلك', 'S’il vous plaît'],
    ['robot', 'burst', 'beam', 'Yes!', 'Yes', 'نعم', 'Oui'],
    ['camera', 'ring', 'wink', 'Bravo', 'Bravo', 'أحسنت', 'Bravo'],
    ['cloud', 'rain', 'smirk', 'Hmm...', 'Thinking', 'أفكر', 'Je réfléchis'],
    ['sun', 'burst', 'cool', 'مرحبًا', 'Hello', 'مرحبًا', 'Bonjour'],
    ['ticket', 'confetti', 'tongue', 'Must see', 'Must see', 'فيلم لا يفوت', 'À voir'],
    ['drop', 'ring', 'stunned', 'Nope', 'No', 'لا', 'Non'],
  ],
  sad: [
    ['cat', 'rain', 'weep', 'Nooo', 'No', 'لا', 'Non'],
    ['cloud', 'rain', 'frown', 'So sad', 'So sad', 'حزين جدًا', 'Si triste'],
    ['heart', 'ring', 'wail', 'Heartbroken', 'Heartbroken', 'قلب مكسور', 'Cœur brisé'],
    ['robot', 'rain', 'glum', 'Sniff', 'Sniff', 'أنين', 'Snif'],
    ['bear', 'ring', 'plead', 'Don’t go', 'Don’t go', 'لا تذهب', 'Ne pars pas'],
    ['popcorn', 'rain', 'wail', 'It’s over', 'It’s over', 'انتهى', 'C’est fini'],
    ['moon', 'ring', 'weep', 'وداعًا', 'Goodbye', 'وداعًا', 'Adieu'],
    ['bunny', 'rain', 'plead', 'Snif', 'Sniff', 'دموع', 'Snif'],
    ['star', 'rain', 'glum', 'One star', 'One star', 'نجمة واحدة', 'Une étoile'],
    ['drop', 'ring', 'wail', 'Sob sob', 'Sobbing', 'بكاء', 'Sanglots'],
    ['ghost', 'rain', 'frown', 'Alone', 'Alone', 'وحيد', 'Tout seul'],
    ['frog', 'rain', 'weep', 'لماذا؟', 'Why', 'لماذا', 'Pourquoi'],
    ['reel', 'ring', 'glum', 'The end', 'The end', 'النهاية', 'Fin'],
    ['slime', 'rain', 'wail', 'Waaah', 'Crying', 'بكاء', 'Ouin'],
    ['cup', 'ring', 'frown', 'Empty', 'Empty', 'فراغ', 'Vide'],
    ['clapper', 'rain', 'weep', 'Pas ça !', 'Not that', 'ليس هذا', 'Pas ça'],
    ['sun', 'rain', 'glum', 'Bad day', 'Bad day', 'يوم سيئ', 'Mauvaise journée'],
    ['planet', 'ring', 'plead', 'Miss you', 'I miss you', 'اشتقت إليك', 'Tu me manques'],
    ['camera', 'rain', 'wail', 'I’m crying', 'I’m crying', 'أبكي', 'Je pleure'],
    ['ticket', 'rain', 'frown', 'آه', 'Sigh', 'آه', 'Soupir'],
  ],
  celebrating: [
    ['bear', 'confetti', 'cheer', 'Hooray!', 'Hooray', 'مرحى', 'Hourra'],
    ['star', 'burst', 'starry', 'Five stars', 'Five stars', 'خمس نجوم', 'Cinq étoiles'],
    ['popcorn', 'confetti', 'beam', 'Party!', 'Party', 'حفلة', 'La fête'],
    ['cat', 'burst', 'tongue', 'مبروك', 'Congratulations', 'مبروك', 'Félicitations'],
    ['cup', 'confetti', 'wink', 'Cheers!', 'Cheers', 'نخبكم', 'Santé'],
    ['robot', 'ring', 'beam', 'We did it', 'We did it', 'فعلناها', 'On l’a fait'],
    ['sun', 'burst', 'cheer', 'Youpi !', 'Yippee', 'يا للفرح', 'Youpi'],
    ['bunny', 'confetti', 'starry', 'Yay!', 'Yay', 'هيه', 'Ouais'],
    ['clapper', 'burst', 'grin', 'That’s a wrap', 'That’s a wrap', 'انتهى التصوير', 'C’est dans la boîte'],
    ['ghost', 'confetti', 'cheer', 'Woohoo!', 'Woohoo', 'ووهوو', 'Youhou'],
    ['heart', 'ring', 'adore', 'ألف مبروك', 'Congratulations', 'ألف مبروك', 'Mille félicitations'],
    ['frog', 'confetti', 'tongue', 'Dance!', 'Dance', 'رقص', 'Dansez'],
    ['planet', 'burst', 'cool', 'Champion', 'Champion', 'بطل', 'Champion'],
    ['reel', 'confetti', 'beam', 'Best film', 'Best film', 'أفضل فيلم', 'Meilleur film'],
    ['slime', 'ring', 'cheer', 'Encore !', 'Encore', 'أعيدوها', 'Encore'],
    ['moon', 'confetti', 'wink', 'يا سلام', 'How lovely', 'يا سلام', 'Formidable'],
    ['camera', 'burst', 'starry', 'Premiere!', 'Premiere', 'العرض الأول', 'Première'],
    ['ticket', 'confetti', 'grin', 'Winner', 'Winner', 'الفائز', 'Gagné'],
    ['drop', 'ring', 'beam', 'Splash!', 'Splash', 'طرطشة', 'Plouf'],
    ['cloud', 'confetti', 'cheer', 'Bravo !', 'Bravo', 'أحسنتم', 'Bravo'],
  ],
  laughing: [
    ['cat', 'burst', 'laugh', 'Ha ha ha', 'Ha ha ha', 'هاهاها', 'Ha ha ha'],
    ['popcorn', 'confetti', 'cackle', 'LOL', 'Laughing out loud', 'أضحك بصوت عال', 'Mort de rire'],
    ['moon', 'ring', 'laugh', 'هههههه', 'Hahaha', 'هههههه', 'Hahaha'],
    ['frog', 'burst', 'cackle', 'So funny', 'So funny', 'مضحك جدًا', 'Si drôle'],
    ['ghost', 'ring', 'giggle', 'Hee hee', 'Hee hee', 'هيهي', 'Hi hi'],
    ['clapper', 'burst', 'laugh', 'Hilarious', 'Hilarious', 'مضحك للغاية', 'Hilarant'],
    ['slime', 'confetti', 'cackle', 'ROFL', 'Rolling with laughter', 'أتدحرج من الضحك', 'Plié de rire'],
    ['bear', 'ring', 'giggle', 'MDR', 'Dying of laughter', 'أموت من الضحك', 'Mort de rire'],
    ['star', 'burst', 'laugh', 'Too good', 'Too good', 'رائع جدًا', 'Trop bon'],
    ['robot', 'ring', 'cackle', 'Ha.Ha.Ha.', 'Ha ha ha', 'ها ها ها', 'Ha ha ha'],
    ['bunny', 'confetti', 'giggle', 'خخخخ', 'Hahaha', 'خخخخ', 'Hahaha'],
    ['cup', 'burst', 'tongue', 'Stop it!', 'Stop it', 'توقف', 'Arrête'],
    ['heart', 'confetti', 'laugh', 'I can’t', 'I can’t', 'لا أستطيع', 'Je n’en peux plus'],
    ['sun', 'burst', 'giggle', 'Trop drôle', 'Too funny', 'مضحك جدًا', 'Trop drôle'],
    ['drop', 'rain', 'laugh', 'Happy tears', 'Happy tears', 'دموع الفرح', 'Larmes de joie'],
    ['planet', 'ring', 'cackle', 'Wahaha', 'Hahaha', 'واهاها', 'Wahaha'],
    ['camera', 'burst', 'laugh', 'Blooper', 'Blooper', 'لقطة مضحكة', 'Bêtisier'],
    ['cloud', 'ring', 'giggle', 'Hi hi hi', 'Hee hee', 'هي هي هي', 'Hi hi hi'],
    ['ticket', 'confetti', 'cackle', 'Comedy!', 'Comedy', 'كوميديا', 'Comédie'],
    ['reel', 'burst', 'tongue', 'نكتة', 'Joke', 'نكتة', 'Blague'],
  ],
  'mind-blown': [
    ['planet', 'burst', 'gape', 'Mind blown', 'Mind blown', 'لا يصدق', 'Époustouflé'],
    ['cat', 'ring', 'stunned', 'Whoa', 'Whoa', 'واو', 'Oh'],
    ['robot', 'burst', 'dizzy', 'Error 404', 'Error', 'خطأ', 'Erreur'],
    ['popcorn', 'confetti', 'gape', 'Boom!', 'Boom', 'بوم', 'Boum'],
    ['ghost', 'burst', 'stunned', 'واااو', 'Wow', 'واااو', 'Waouh'],
    ['bear', 'ring', 'gape', 'OMG', 'Oh my', 'يا للعجب', 'Oh mon Dieu'],
    ['star', 'burst', 'dizzy', 'Epic', 'Epic', 'ملحمي', 'Épique'],
    ['frog', 'confetti', 'gape', 'What?!', 'What', 'ماذا', 'Quoi'],
    ['moon', 'ring', 'stunned', 'Unreal', 'Unreal', 'غير واقعي', 'Irréel'],
    ['clapper', 'burst', 'gape', 'That twist', 'That twist', 'يا لها من حبكة', 'Quel retournement'],
    ['bunny', 'ring', 'dizzy', 'لا أصدق', 'I can’t believe it', 'لا أصدق', 'Je n’y crois pas'],
    ['sun', 'burst', 'gape', 'Quoi ?!', 'What', 'ماذا', 'Quoi'],
    ['slime', 'rain', 'stunned', 'Wait...', 'Wait, what', 'لحظة', 'Attendez'],
    ['heart', 'burst', 'gape', 'No way!', 'No way', 'مستحيل', 'Pas possible'],
    ['reel', 'ring', 'dizzy', 'Inception', 'A dream in a dream', 'حلم داخل حلم', 'Un rêve dans un rêve'],
    ['cup', 'confetti', 'stunned', 'Incroyable', 'Incredible', 'لا يصدق', 'Incroyable'],
    ['drop', 'burst', 'gape', 'مذهل', 'Amazing', 'مذهل', 'Étonnant'],
    ['camera', 'ring', 'stunned', 'That ending', 'That ending', 'تلك النهاية', 'Cette fin'],
    ['cloud', 'burst', 'dizzy', 'Brainstorm', 'Brainstorm', 'عصف ذهني', 'Remue-méninges'],
    ['ticket', 'confetti', 'gape', 'Insane', 'Insane', 'جنون', 'Dingue'],
  ],
}
