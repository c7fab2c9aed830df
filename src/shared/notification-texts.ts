/** English texts by type; fixed to the letter (docs/product.md). */
const texts = new Map(
  Object.entries({
    follow: 'just followed you',
    review_like: 'liked your review',
    reaction: 'liked your comment',
    comment: 'commented on your review',
    reply: 'replied to your comment',
    list_like: 'liked your list!',
    'share-list': 'shared a list with you',
    suggest_movie: 'suggested a film to you',
    'share-review': 'shared a review with you',
  }),
)

/** The text of a type; unknown types have one too. */
export function notificationText(type: string): string {
  return texts.get(type) ?? 'sent you something!'
}
