import { PlainMap } from '../plain-map/plain-map.tsx';
import { plainTexts as texts } from '../plain-map/texts.pt.ts';
import { startPage } from '../shared/start-page.tsx';
import { CabindaCard } from './cabinda-card.tsx';

await startPage(
  'mapa_simples',
  <PlainMap texts={texts.cabinda} label={texts.cabindaLabel} camera={{ center: [11.9, -5.4], zoom: 7.8 }} hasPorts>
    {() => <CabindaCard />}
  </PlainMap>,
);
