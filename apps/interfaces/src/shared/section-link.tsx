import type { ReactNode } from 'react';
import { useSession } from './session-context.ts';

type Props = { readonly section: string; readonly className?: string | undefined; readonly children: ReactNode };

/** A link to a section of the console: it opens around this page, or in a tab of its own where the person asks for one. */
export function SectionLink({ section, className, children }: Props) {
  const { sectionLink, openSection } = useSession();
  return (
    <a
      href={sectionLink(section)}
      target="_blank"
      rel="noopener"
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openSection(section);
      }}
    >
      {children}
    </a>
  );
}
