/** Goes with every export, for whoever opens it years later. */
export const readmeText = (username: string, exportedAt: Date): string => `Scene export of ${username}
Made on ${exportedAt.toISOString().slice(0, 10)} (UTC).

This ZIP holds everything of yours that Scene keeps.

scene.json           who you are, and how much is in each of the other files
logs.json            your logs: films, days, stars, reviews, tags
replies.json         your comments
likes.json           reviews, comments and lists that you liked, and lists that you saved
watchlist.json       films that you want to see
favourites.json      films that you marked as favourites
lists.json           your lists with their films in order, private ones too
follows.json         whom you follow and who follows you
posters.json         posters that you chose for films
notifications.json   what Scene told you
media/               pictures that you uploaded, named in the files above
letterboxd/          your diary, watchlist and lists as CSV tables

The JSON files are text: any editor opens them. Times are UTC, stars go from 0.5 to 5.

To bring your logs, lists, watchlist and favourites into another Scene, choose this ZIP on the import screen there.
Without the folder "media" all but the pictures is imported just as well. Comments, likes and follows are not imported.

To bring it to Letterboxd, choose the files of the folder "letterboxd" one after the other at
https://letterboxd.com/import/ (diary), on your watchlist's page and on a new list's page.
A cell that a spreadsheet could take for a formula begins with a ' that was not in your text.
`
