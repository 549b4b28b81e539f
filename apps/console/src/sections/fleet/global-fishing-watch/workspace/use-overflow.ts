import { type RefObject, useEffect, useRef, useState } from 'react';

/** On which sides a row that scrolls has more than it shows, as a text for its style; the chosen tab is kept in sight. */
export function useOverflow(chosen: string): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly more: string | undefined;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState<string | undefined>(undefined);
  useEffect(() => {
    const row = ref.current;
    if (row === null) return;
    const measure = () => {
      const left = row.scrollLeft > 2;
      const right = row.scrollLeft + row.clientWidth < row.scrollWidth - 2;
      setMore([left ? 'left' : '', right ? 'right' : ''].filter(Boolean).join(' ') || undefined);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, []);
  useEffect(() => {
    ref.current?.querySelector(`[data-tab="${chosen}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return { ref, more };
}
