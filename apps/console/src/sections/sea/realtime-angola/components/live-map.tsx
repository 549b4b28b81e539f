import { EmptyState, PanelFrame, SkeletonBar } from '@kianda/ui';
import { IconMapOff } from '@tabler/icons-react';
import { rewriteUrl } from '../../../../client/links.ts';
import { useLinkTargets } from '../../../../client/use-link-targets.ts';
import { EmbeddedInterface } from '../../../shared/embedded/embedded-interface.tsx';
import { openInterfaceHref } from '../../../shared/embedded/open-interface-href.ts';
import { useCatalogue } from '../../../use-catalogue.ts';
import { realtimeTexts } from '../texts.pt.ts';

const interfaceId = 'realtime_angola';
/** Height of the frame in pixels, by the specification. */
const height = 700;
const texts = realtimeTexts.map;

/** The realtime map, embedded; says so where its page is not served. */
export function LiveMap() {
  const catalogue = useCatalogue();
  const targets = useLinkTargets();
  const entry = catalogue.sourced?.value.interfaces.find(({ id }) => id === interfaceId);
  const isWaiting = (catalogue.sourced === undefined && catalogue.error === null) || targets === undefined;
  if (isWaiting) {
    return (
      <PanelFrame title={texts.title} busy>
        <SkeletonBar height={height} />
      </PanelFrame>
    );
  }
  const src = entry?.isActive === true ? rewriteUrl(entry.url, targets) : null;
  if (entry === undefined || src === null) {
    return (
      <PanelFrame title={texts.title}>
        <EmptyState icon={<IconMapOff size={22} />} title={texts.inactive}>
          {texts.inactiveText}
        </EmptyState>
      </PanelFrame>
    );
  }
  return (
    <EmbeddedInterface
      title={texts.title}
      description={entry.description}
      src={src}
      height={height}
      interfaceId={interfaceId}
      newTabHref={openInterfaceHref(interfaceId)}
    />
  );
}
