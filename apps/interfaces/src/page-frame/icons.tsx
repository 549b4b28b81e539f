const paths = {
  light:
    'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M8 1v1.4M8 13.6V15M1 8h1.4M13.6 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  dark: 'M13.4 9.7A5.8 5.8 0 0 1 6.3 2.6a5.8 5.8 0 1 0 7.1 7.1z',
  help: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.4v.1',
  share:
    'M11.8 5.6a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M4.2 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M11.8 14a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M5.8 7.2l4.4-2.5M5.8 8.8l4.4 2.5',
  print:
    'M4.5 6V2h7v4M4.5 11.5H2.8a.8.8 0 0 1-.8-.8V6.8c0-.4.4-.8.8-.8h10.4c.4 0 .8.4.8.8v3.9c0 .4-.4.8-.8.8h-1.7M4.5 9.5h7V14h-7z',
  refresh: 'M13.5 3v3.5H10M13.2 6.4A5.7 5.7 0 1 0 13.7 9',
} as const;

/** A line drawing next to words that say the same. */
export function FrameIcon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
