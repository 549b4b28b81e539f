/** The mark: a wave that turns on itself over the calm line of the sea. */
export function BrandMark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--k-primary)" />
      <path
        d="M5 20.5c3.1 0 4.2-2.3 6-5.1 2-3.2 4.6-6.6 9.6-6.6 4 0 6.4 2.4 6.4 5.3 0 2.4-1.7 4-3.8 4-1.8 0-3-1.2-3-2.7"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path
        d="M5 25c2.800 0 2.800-1.600 5.500-1.600S13.300 25 16 25s2.700-1.600 5.500-1.600S24.300 25 27 25"
        fill="none"
        stroke="#a3d8e4"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
