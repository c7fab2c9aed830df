import { foldText } from '#shared/fold.ts'

/**
 * Names by which well-known films are spoken of in Arabic and French, and which a film source may not tell: the title
 * and year of the film, then its other names.
 */
const films = `
12 Angry Men 1957: اثنا عشر رجلا غاضبا, 12 رجلا غاضبا, Douze hommes en colère
2001: A Space Odyssey 1968: أوديسا الفضاء, 2001 أوديسا الفضاء, 2001 l’Odyssée de l’espace
A Clockwork Orange 1971: البرتقالة الآلية, Orange mécanique
Aladdin 1992: علاء الدين
Alien 1979: إيليان, الكائن الفضائي, Alien le huitième passager
Amélie 2001: إميلي, أميلي
Apocalypse Now 1979: القيامة الآن, نهاية العالم الآن
Avatar 2009: أفاتار
Back to the Future 1985: العودة إلى المستقبل, Retour vers le futur
Barbie 2023: باربي
Beauty and the Beast 1991: الجميلة والوحش, La Belle et la Bête
Bicycle Thieves 1948: سارق الدراجة, سارقو الدراجات, Le Voleur de bicyclette
Black Panther 2018: الفهد الأسود, بلاك بانثر
Blue Is the Warmest Colour 2013: La Vie d’Adèle
Casablanca 1942: كازابلانكا, الدار البيضاء
Cinema Paradiso 1988: سينما باراديسو
Citizen Kane 1941: المواطن كين
Coco 2017: كوكو
Die Hard 1988: Piège de cristal
Dune 2021: كثيب, الكثيب, ديون
Dunkirk 2017: دنكيرك, Dunkerque
E.T. the Extra-Terrestrial 1982: إي تي, E.T. l’extra-terrestre
Fight Club 1999: نادي القتال, فايت كلوب
Finding Nemo 2003: البحث عن نيمو, Le Monde de Nemo
Forrest Gump 1994: فورست غامب, فورست جامب
Frozen 2013: ملكة الثلج, La Reine des neiges
Gladiator 2000: المصارع, غلادياتور, جلادياتور
Gone with the Wind 1939: ذهب مع الريح, Autant en emporte le vent
Goodfellas 1990: الأصدقاء الطيبون, Les Affranchis
Grave of the Fireflies 1988: قبر اليراعات, Le Tombeau des lucioles
Harry Potter and the Philosopher’s Stone 2001: هاري بوتر, هاري بوتر وحجر الفيلسوف, Harry Potter à l’école des sorciers
Home Alone 1990: وحدي في المنزل, Maman j’ai raté l’avion
Inception 2010: استهلال, إنسبشن, إنسيبشن, انسيبشن
Inside Out 2015: قلبا وقالبا, Vice-versa
Interstellar 2014: بين النجوم, إنترستيلر, إنترستلر
Jaws 1975: الفك المفترس, Les Dents de la mer
Joker 2019: الجوكر, جوكر
Jurassic Park 1993: الحديقة الجوراسية, جوراسيك بارك
La La Land 2016: لا لا لاند
Life Is Beautiful 1997: الحياة جميلة, La vie est belle
Mad Max: Fury Road 2015: ماد ماكس طريق الغضب
Memento 2000: تذكار, ميمنتو
Modern Times 1936: الأزمنة الحديثة, Les Temps modernes
My Neighbor Totoro 1988: جاري توتورو, Mon voisin Totoro
North by Northwest 1959: La Mort aux trousses
Once Upon a Time in the West 1968: Il était une fois dans l’Ouest
Oppenheimer 2023: أوبنهايمر
Parasite 2019: طفيلي, الطفيلي, طفيليات, باراسايت
Pirates of the Caribbean: The Curse of the Black Pearl 2003: قراصنة الكاريبي, Pirates des Caraïbes
Portrait of a Lady on Fire 2019: صورة سيدة تحترق
Princess Mononoke 1997: الأميرة مونونوكي, Princesse Mononoké
Psycho 1960: سايكو, Psychose
Pulp Fiction 1994: بالب فيكشن, خيال رخيص
Raiders of the Lost Ark 1981: Les Aventuriers de l’arche perdue
Ratatouille 2007: راتاتوي
Rear Window 1954: النافذة الخلفية, Fenêtre sur cour
Requiem for a Dream 2000: مرثية حلم
Saving Private Ryan 1998: إنقاذ الجندي رايان, Il faut sauver le soldat Ryan
Scarface 1983: سكارفيس, الوجه ذو الندبة
Schindler’s List 1993: قائمة شندلر, La Liste de Schindler
Se7en 1995: سبعة, سيفن, Seven
Seven Samurai 1954: الساموراي السبعة, Les Sept Samouraïs
Shrek 2001: شريك
Singin’ in the Rain 1952: الغناء تحت المطر, Chantons sous la pluie
Some Like It Hot 1959: البعض يفضلونها ساخنة, Certains l’aiment chaud
Soul 2020: روح
Spider-Man 2002: الرجل العنكبوت, سبايدرمان, سبايدر مان
Spirited Away 2001: المخطوفة, سبيريتد أواي, Le Voyage de Chihiro
Star Wars 1977: حرب النجوم, La Guerre des étoiles
Taxi Driver 1976: سائق التاكسي
Tenet 2020: تينيت
The Avengers 2012: المنتقمون, Avengers
The Dark Knight 2008: فارس الظلام, Le Chevalier noir
The Departed 2006: الراحلون, Les Infiltrés
The Empire Strikes Back 1980: الإمبراطورية تعيد الضربات, L’Empire contre-attaque
The Exorcist 1973: طارد الأرواح, L’Exorciste
The Godfather 1972: العراب, عراب, Le Parrain
The Godfather Part II 1974: العراب 2, العراب الجزء الثاني, Le Parrain 2
The Good, the Bad and the Ugly 1966: الطيب والشرس والقبيح, Le Bon la Brute et le Truand
The Grand Budapest Hotel 2014: فندق بودابست الكبير
The Great Dictator 1940: الدكتاتور العظيم, Le Dictateur
The Green Mile 1999: الميل الأخضر, La Ligne verte
The Intouchables 2011: المنبوذون, Intouchables
The Lion King 1994: الأسد الملك, الملك الأسد, Le Roi lion
The Lord of the Rings: The Fellowship of the Ring 2001: سيد الخواتم, رفقة الخاتم, Le Seigneur des anneaux, La Communauté de l’anneau
The Lord of the Rings: The Return of the King 2003: عودة الملك, Le Retour du roi
The Lord of the Rings: The Two Towers 2002: البرجان, Les Deux Tours
The Matrix 1999: المصفوفة, ماتريكس, ذا ماتريكس, Matrix
The Pianist 2002: عازف البيانو, Le Pianiste
The Prestige 2006: Le Prestige
The Shawshank Redemption 1994: الخلاص من شاوشانك, وداعا شاوشانك, شاوشانك, Les Évadés
The Shining 1980: البريق, ذا شاينينغ, ذا شايننج
The Silence of the Lambs 1991: صمت الحملان, Le Silence des agneaux
The Sixth Sense 1999: الحاسة السادسة, Sixième Sens
The Social Network 2010: الشبكة الاجتماعية
The Terminator 1984: المدمر, ترميناتور, Terminator
The Truman Show 1998: عرض ترومان
The Wizard of Oz 1939: ساحر أوز, Le Magicien d’Oz
The Wolf of Wall Street 2013: ذئب وول ستريت, Le Loup de Wall Street
Titanic 1997: تايتانيك, تيتانيك
Toy Story 1995: حكاية لعبة
Up 2009: Là-haut
Vertigo 1958: فيرتيغو, دوار, Sueurs froides
WALL·E 2008: وول إي
Your Name. 2016: اسمك`

/** People as Arabic writes them, by the names that film sources have. */
const people = `
Abbas Kiarostami: عباس كيارستمي, كيارستمي
Adel Emam: عادل إمام
Ahmed Zaki: أحمد زكي
Akira Kurosawa: أكيرا كوروساوا, كوروساوا
Al Pacino: آل باتشينو, باتشينو
Alfred Hitchcock: ألفريد هيتشكوك, هيتشكوك
Angelina Jolie: أنجلينا جولي
Anne Hathaway: آن هاثاواي
Arnold Schwarzenegger: أرنولد شوارزنيجر, أرنولد شوارزنيغر
Asghar Farhadi: أصغر فرهادي
Audrey Hepburn: أودري هيبورن
Bong Joon-ho: بونغ جون هو, بونج جون هو
Brad Pitt: براد بيت
Bruce Willis: بروس ويليس
Cate Blanchett: كيت بلانشيت
Charlie Chaplin: تشارلي شابلن
Christian Bale: كريستيان بيل
Christopher Nolan: كريستوفر نولان, نولان
Cillian Murphy: كيليان مورفي
Clint Eastwood: كلينت إيستوود
David Fincher: ديفيد فينشر, فينشر
Denis Villeneuve: دينيس فيلنوف, دوني فيلنوف, فيلنوف
Denzel Washington: دينزل واشنطن
Elia Suleiman: إيليا سليمان
Emma Stone: إيما ستون
Faten Hamama: فاتن حمامة
Francis Ford Coppola: فرانسيس فورد كوبولا, كوبولا
Greta Gerwig: غريتا غيرويغ, جريتا جيرويج
Haifaa al-Mansour: هيفاء المنصور
Harrison Ford: هاريسون فورد
Hayao Miyazaki: هاياو ميازاكي, ميازاكي
Hend Sabry: هند صبري
Jack Nicholson: جاك نيكلسون
Jackie Chan: جاكي شان
James Cameron: جيمس كاميرون
Jennifer Lawrence: جينيفر لورنس
Jim Carrey: جيم كاري
Joaquin Phoenix: خواكين فينيكس
Johnny Depp: جوني ديب
Julia Roberts: جوليا روبرتس
Kate Winslet: كيت وينسلت
Keanu Reeves: كيانو ريفز
Leonardo DiCaprio: ليوناردو دي كابريو, ليوناردو ديكابريو, دي كابريو, ديكابريو
Margot Robbie: مارغوت روبي, مارجوت روبي
Marion Cotillard: ماريون كوتيار
Martin Scorsese: مارتن سكورسيزي, سكورسيزي
Matt Damon: مات ديمون
Meryl Streep: ميريل ستريب
Morgan Freeman: مورغان فريمان, مورجان فريمان
Moustapha Akkad: مصطفى العقاد
Nadine Labaki: نادين لبكي
Natalie Portman: ناتالي بورتمان
Nicole Kidman: نيكول كيدمان
Omar Sharif: عمر الشريف
Omar Sy: عمر سي
Peter Jackson: بيتر جاكسون
Quentin Tarantino: كوينتن تارانتينو, كونتن تارانتينو, كوينتين تارانتينو, تارانتينو
Ridley Scott: ريدلي سكوت
Robert De Niro: روبرت دي نيرو, دي نيرو
Robin Williams: روبن ويليامز
Ryan Gosling: رايان غوسلينغ, رايان جوسلينج
Samuel L. Jackson: صامويل جاكسون, صامويل ل جاكسون
Scarlett Johansson: سكارليت جوهانسون
Soad Hosny: سعاد حسني
Stanley Kubrick: ستانلي كوبريك, كوبريك
Steven Spielberg: ستيفن سبيلبرغ, ستيفن سبيلبرج, سبيلبرغ, سبيلبرج
Sylvester Stallone: سيلفستر ستالون
Tim Burton: تيم بيرتون, تيم برتون
Timothée Chalamet: تيموثي شالاميه
Tom Cruise: توم كروز
Tom Hanks: توم هانكس
Wes Anderson: ويس أندرسون
Will Smith: ويل سميث
Woody Allen: وودي آلن
Youssef Chahine: يوسف شاهين, شاهين`

/** The name before the last colon of each line, under each of the names behind it. */
function byOtherNames<Named>(table: string, read: (name: string) => Named): ReadonlyMap<string, Named> {
  const found = new Map<string, Named>()
  for (const line of table.trim().split('\n')) {
    const colon = line.lastIndexOf(': ')
    for (const other of line.slice(colon + 2).split(', ')) {
      const name = foldText(other)
      found.set(name, read(line.slice(0, colon)))
      // "Le réalisateur du Parrain": the article is in the "du".
      const bare = name.replace(/^(?:le|les) /, '')
      if (!found.has(bare)) found.set(bare, read(line.slice(0, colon)))
    }
  }
  return found
}

/** What a name stands for, also where Arabic joins a small word to it: "لنولان" is "to Nolan". */
export function knownAs<Named>(names: ReadonlyMap<string, Named>, written: string): Named | undefined {
  const folded = foldText(written)
  const apart = folded.replace(/^لل/, 'ال').replace(/^[بكلو](?=\p{Script=Arabic}{3})/u, '')
  return names.get(folded) ?? names.get(apart)
}

/** By folded names. */
export const filmsByOtherNames = byOtherNames(films, (name) => ({
  title: name.slice(0, -5),
  year: Number(name.slice(-4)),
}))
export const peopleByOtherNames = byOtherNames(people, (name) => name)
