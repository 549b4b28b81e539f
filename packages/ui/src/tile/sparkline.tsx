type Props = {
  /** Oldest first; null where there is no value, drawn as a gap. */
  readonly values: readonly (number | null)[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
};

/** Paths of the runs of known values, in a box of `width` × `height` with a margin of 2. Exact example: see the test. */
export function sparklinePaths(values: readonly (number | null)[], width: number, height: number): readonly string[] {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (known.length < 2) return [];
  const low = Math.min(...known);
  const high = Math.max(...known);
  const span = high - low;
  const x = (index: number) => 2 + (index / (values.length - 1)) * (width - 4);
  const y = (value: number) => (span === 0 ? height / 2 : height - 2 - ((value - low) / span) * (height - 4));
  const paths: string[] = [];
  let current = '';
  values.forEach((value, index) => {
    if (value === null || !Number.isFinite(value)) {
      if (current !== '') paths.push(current);
      current = '';
      return;
    }
    const point = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    current = current === '' ? `M${point}` : `${current}L${point}`;
  });
  if (current !== '') paths.push(current);
  return paths;
}

/** Shape of a series at a glance; its numbers are in the tile's table. */
export function Sparkline({ values, label, width = 96, height = 32 }: Props) {
  const paths = sparklinePaths(values, width, height);
  if (paths.length === 0) return null;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      {paths.map((path) => (
        <path
          key={path}
          d={path.includes('L') ? path : `${path}h0.01`}
          fill="none"
          stroke="var(--k-line)"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}
