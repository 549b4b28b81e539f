import { SkeletonCards } from '@kianda/ui';
import { rewriteUrl } from '../../../client/links.ts';
import { useLinkTargets } from '../../../client/use-link-targets.ts';
import { useOpenSection, useSectionId } from '../../../shell/use-section.ts';
import { Placeholder } from '../../placeholder/placeholder.tsx';
import { defaultSectionId } from '../../sections.ts';
import { EmbeddedInterface } from '../../shared/embedded/embedded-interface.tsx';
import { openInterfaceHref } from '../../shared/embedded/open-interface-href.ts';
import { useCatalogue } from '../../use-catalogue.ts';

/** Sections that are one interface of the catalogue; height in pixels. */
const embeddedPages: Readonly<Record<string, { readonly interfaceId: string; readonly height?: number }>> = {
  'enhanced-ocean-system': { interfaceId: 'enhanced_ocean_system', height: 600 },
  minpermar: { interfaceId: 'minpermar_site' },
};

/** Screen of a section that is one interface; the placeholder until that page is served. */
export default function EmbeddedSection() {
  const sectionId = useSectionId();
  const open = useOpenSection();
  const catalogue = useCatalogue();
  const targets = useLinkTargets();
  const page = embeddedPages[sectionId];
  const entry = catalogue.sourced?.value.interfaces.find(({ id }) => id === page?.interfaceId);
  if (catalogue.sourced === undefined || targets === undefined) return <SkeletonCards count={1} />;
  const src = entry?.isActive === true ? rewriteUrl(entry.url, targets) : null;
  if (entry === undefined || src === null) {
    return <Placeholder sectionId={sectionId} onHome={() => open(defaultSectionId)} />;
  }
  return (
    <EmbeddedInterface
      title={entry.name}
      description={entry.description}
      src={src}
      height={page?.height}
      // A page that greets nobody is there once it is loaded.
      {...(entry.isStatic ? {} : { interfaceId: entry.id, newTabHref: openInterfaceHref(entry.id) })}
    />
  );
}
