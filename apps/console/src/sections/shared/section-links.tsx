import { Button } from '@mantine/core';
import { findSection, type SectionId } from '../sections.ts';
import { useSectionLink } from './use-section-link.ts';

/** Buttons into other sections, by their titles; those that this account may not open are not offered. */
export function SectionLinks({ ids }: { readonly ids: readonly SectionId[] }) {
  return (
    <>
      {ids.map((id) => (
        <SectionLink key={id} id={id} />
      ))}
    </>
  );
}

function SectionLink({ id }: { readonly id: SectionId }) {
  const open = useSectionLink(id);
  const section = findSection(id);
  return open === undefined || section === undefined ? null : (
    <Button variant="default" onClick={open}>
      {section.title}
    </Button>
  );
}
