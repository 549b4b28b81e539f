const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);

/** Red, green and blue, 0–255, of a place of a ramp from 0 to 1, straight between its stops. */
export function channelsAt(stops: readonly string[], share: number): readonly [number, number, number] {
  const place = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const [low, high] = [stops[Math.floor(place)] ?? '#000000', stops[Math.ceil(place)] ?? '#000000'];
  const rest = place - Math.floor(place);
  const mixed = (at: number) => Math.round(channel(low, at) + rest * (channel(high, at) - channel(low, at)));
  return [mixed(1), mixed(3), mixed(5)];
}

/** The same as `#rrggbb`. */
export function colourAt(stops: readonly string[], share: number): string {
  return `#${channelsAt(stops, share)
    .map((one) => one.toString(16).padStart(2, '0'))
    .join('')}`;
}
