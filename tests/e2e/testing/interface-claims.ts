/** Claims that a page of the catalogue does not make, each with the reason that the table gives. */
import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';

type Claimant = Pick<ScientificInterface, 'id' | 'category'>;
type Reasons = Readonly<Record<string, string>>;

const reasonIn =
  (reasons: Reasons, ofChecks: string) =>
  ({ id, category }: Claimant) =>
    category === 'testing' ? ofChecks : reasons[id];

/** Why a page shows no figure of a source; undefined where it has to. */
export const whyNoOrigin = reasonIn(
  {
    debug_interface: 'sem números: mostra respostas inteiras, a pedido',
    force_cache_clear: 'sem números da plataforma: lista o que este navegador guarda',
    ubiquiti_demo: 'sem números: componentes e cores, do código',
    mobile_pwa: 'formulário: os números são de quem regista',
    mobile_basic: 'formulário: os números são de quem regista',
  },
  'resultados medidos pela própria verificação',
);

/** Why a page has no view to share; undefined where it has to. */
export const whyNoShare = reasonIn(
  {
    debug_interface: 'ferramenta',
    force_cache_clear: 'ferramenta',
    minpermar_site: 'sítio público sem scripts: o seu endereço é a ligação',
  },
  'verificação',
);

/** Why a page is not kept for when there is no network; undefined where it has to be. */
export const whyNotKept = reasonIn(
  {
    admin_panel: 'entrada da administração, sem uso sem rede',
    admin_ubiquiti: 'entrada da administração, sem uso sem rede',
    ubiquiti_demo: 'catálogo dos componentes',
    debug_interface: 'ensaia a rede',
    force_cache_clear: 'apaga o que se guarda',
    minpermar_site: 'leva-se em pasta',
  },
  'ensaia a plataforma',
);
