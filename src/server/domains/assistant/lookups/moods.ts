import type { Mood } from '../question.ts'

/** What a mood asks for, in the genres of the film source. */
export interface MoodRule {
  /** One of them. */
  genres: readonly number[]
  /** None of them. */
  without: readonly number[]
  /** Of 10: a poor film of the genre does not make the mood. */
  minRating: number
}

const action = 28
const adventure = 12
const animation = 16
const comedy = 35
const crime = 80
const drama = 18
const family = 10751
const horror = 27
const music = 10402
const mystery = 9648
const romance = 10749
const scienceFiction = 878
const thriller = 53
const war = 10752

export const moods: Readonly<Record<Mood, MoodRule>> = {
  funny: { genres: [comedy], without: [horror, war], minRating: 6.5 },
  sad: { genres: [drama], without: [comedy, action, horror, animation], minRating: 7.4 },
  scary: { genres: [horror], without: [comedy, family], minRating: 6.2 },
  tense: { genres: [thriller, mystery], without: [comedy, family], minRating: 6.8 },
  romantic: { genres: [romance], without: [horror, war], minRating: 6.6 },
  uplifting: { genres: [comedy, family, music], without: [horror, thriller, crime, war], minRating: 7 },
  relaxing: {
    genres: [comedy, family, animation],
    without: [horror, thriller, crime, war, action],
    minRating: 6.8,
  },
  thoughtful: { genres: [drama, mystery, scienceFiction], without: [action, family], minRating: 7.5 },
  exciting: { genres: [action, adventure, thriller], without: [family], minRating: 6.9 },
}
