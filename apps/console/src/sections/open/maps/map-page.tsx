import { mapFragment } from '@kianda/contract/open/maps/fragment';
import type { MapDefinition } from '@kianda/contract/open/maps/maps.contract';
import { SkeletonCards } from '@kianda/ui';
import { rewriteUrl } from '../../../client/links.ts';
import { useLinkTargets } from '../../../client/use-link-targets.ts';
import { EmbeddedInterface } from '../../shared/embedded/embedded-interface.tsx';
import { useCatalogue } from '../../use-catalogue.ts';
import { mapsTexts as texts } from './texts.pt.ts';

const interfaceId = 'mapa_principal';

type Props = { readonly title: string; readonly definition: MapDefinition; readonly height?: number };

/** A saved map, drawn by the map's own page. */
export function MapPage({ title, definition, height = 640 }: Props) {
  const catalogue = useCatalogue();
  const targets = useLinkTargets();
  if (catalogue.sourced === undefined || targets === undefined) return <SkeletonCards count={1} />;
  const entry = catalogue.sourced.value.interfaces.find(({ id }) => id === interfaceId);
  const src = entry?.isActive === true ? rewriteUrl(entry.url, targets) : null;
  if (src === null) return <p role="alert">{texts.noPage}</p>;
  const address = `${src}#${mapFragment(definition)}`;
  // A page reads its fragment when it opens: another definition is another page.
  return <EmbeddedInterface key={address} title={title} src={address} height={height} interfaceId={interfaceId} />;
}
