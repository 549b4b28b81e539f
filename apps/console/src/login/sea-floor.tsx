/** Depth contours of an imagined shelf: the look of a chart, drawn from sines so that it weighs nothing. */
export function contourPath(level: number, width: number, height: number): string {
  const points: string[] = [];
  for (let x = 0; x <= width; x += width / 48) {
    const t = x / width;
    const shelf = Math.sin(t * 5.1 + level * 0.31) * 26 + Math.sin(t * 11.7 + level * 0.53) * 11;
    const canyon = -70 * Math.exp(-(((t - 0.62) / 0.09) ** 2)) * (level / 16);
    const y = height * (0.1 + level * 0.052) + shelf + canyon;
    points.push(`${x.toFixed(0)} ${y.toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

/** Depths written along some contours, in metres, as charts do. */
const depths = [
  [0, '50'],
  [4, '200'],
  [8, '1000'],
  [12, '2000'],
  [16, '4000'],
] as const;

const levels = Array.from({ length: 17 }, (_, level) => level);

export function SeaFloor() {
  return (
    <svg viewBox="0 0 900 1000" preserveAspectRatio="xMidYMid slice" width="100%" height="100%" aria-hidden="true">
      {levels.map((level) => (
        <path
          key={level}
          id={`isobata-${level}`}
          d={contourPath(level, 900, 1000)}
          fill="none"
          stroke="#7fd0e0"
          strokeOpacity={level % 4 === 0 ? 0.42 : 0.18}
          strokeWidth={level % 4 === 0 ? 1.4 : 1}
        />
      ))}
      {depths.map(([level, depth]) => (
        <text key={level} fill="#a3d8e4" fillOpacity="0.7" fontSize="13" fontFamily="var(--k-font-mono)" dy="-5">
          <textPath href={`#isobata-${level}`} startOffset={`${12 + level * 4}%`}>
            {depth}
          </textPath>
        </text>
      ))}
    </svg>
  );
}
