import { listPorts } from '@kianda/contract/sea/geography/geography.contract';
import { formatCoordinates } from '@kianda/format';
import { EmptyState, FactList, Panel, usePreferences } from '@kianda/ui';
import { useRead } from '../client/use-read.ts';
import { plainTexts as texts } from '../plain-map/texts.pt.ts';

/** Coordinates of the port of Cabinda, in both notations. */
export function CabindaCard() {
  const ports = useRead(listPorts, {});
  const { coordinates } = usePreferences();
  const other = coordinates === 'minutes' ? 'decimal' : 'minutes';
  return (
    <Panel title={texts.cabindaTitle} description={texts.hint} source={ports}>
      {({ features }) => {
        const port = features.find(({ id }) => id === 'cabinda');
        if (port === undefined) return <EmptyState title={texts.noPort} />;
        const [lon, lat] = port.geometry.coordinates;
        return (
          <FactList
            items={[
              [texts.port, formatCoordinates([lon, lat], coordinates)],
              [texts.cabindaFacts, formatCoordinates([lon, lat], other)],
            ]}
          />
        );
      }}
    </Panel>
  );
}
