/** A stand-in poster or backdrop: a gradient with one motif, as an address. */
export function artwork(index: number, width: number, height: number): string {
  const hue = (index * 67 + 250) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><linearGradient id="a" x1="0" y1="0" x2=".4" y2="1"><stop stop-color="hsl(${hue} 45% 34%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 50% 10%)"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#a)"/>
<circle cx="${width * 0.55}" cy="${height * 0.38}" r="${Math.min(width, height) * 0.26}" fill="hsl(${hue} 70% 72%)"/>
<circle cx="${width * 0.63}" cy="${height * 0.34}" r="${Math.min(width, height) * 0.24}" fill="hsl(${(hue + 40) % 360} 50% 16%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
