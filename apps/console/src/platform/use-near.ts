import { type RefObject, useEffect, useState } from 'react';

/** True once the element came near the screen: what nobody sees yet need not be fetched. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const seen = element.current;
    if (seen === null || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setNear(true), {
      rootMargin: '200px',
    });
    watch.observe(seen);
    return () => watch.disconnect();
  }, [element]);
  return isNear;
}
