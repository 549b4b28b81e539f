import { PlainMap } from '../plain-map/plain-map.tsx';
import { plainTexts as texts } from '../plain-map/texts.pt.ts';
import { ZeeAreas } from '../plain-map/zee-areas.tsx';
import { startPage } from '../shared/start-page.tsx';

await startPage(
  'zee_limpa',
  <PlainMap texts={texts.zee} label={texts.zeeLabel} camera={null} hasPorts={false}>
    {(zee) => <ZeeAreas zee={zee} />}
  </PlainMap>,
);
