import { startPage } from '../shared/start-page.tsx';
import { InfrastructurePage } from './infrastructure-page.tsx';
import { infrastructureTexts as texts } from './texts.pt.ts';

// The catalogue lists the page under two names; its address says under which one it was opened.
const asked = new URLSearchParams(location.search).get('interface');
const id = asked === 'fisheries_management' ? asked : 'qgis_fisheries';
await startPage(id, <InfrastructurePage title={texts.titles[id]} />);
