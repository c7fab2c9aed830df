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
