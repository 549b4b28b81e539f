import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Where an element begins on its page, as a style that its height follows: notices above it come and go. */
export function useTop(): { readonly ref: RefObject<HTMLDivElement | null>; readonly style: CSSProperties } {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const box = ref.current?.getBoundingClientRect();
      if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ref, style: top === null ? {} : ({ '--top': `${top}px` } as CSSProperties) };
}
