export type Trend = 'up' | 'down' | 'stable';

/** Portuguese names of the species that the landing series name in English. */
const names: Readonly<Record<string, string>> = {
  'Round sardinella': 'Sardinela-lombuda',
  'Madeiran sardinella': 'Sardinela-palheta',
  'Cunene horse mackerel': 'Carapau do Cunene',
  'Cape horse mackerel': 'Carapau do Cabo',
  'Pacific sardine': 'Sardinha',
  'Atlantic chub mackerel': 'Cavala',
  'Bigeye grunt': 'Roncador (marionga)',
  'Benguela hake': 'Pescada de Benguela',
  'Shallow-water Cape hake': 'Pescada branca do Cabo',
  'Large-eye dentex': 'Cachucho',
  'Angolan dentex': 'Dentão de Angola',
  'Deep-water rose shrimp': 'Gamba costeira',
  'Striped red shrimp': 'Alistado',
  'West African geryon': 'Caranguejo de profundidade',
  'Yellowfin tuna': 'Atum-albacora',
  'Bigeye tuna': 'Atum-patudo',
};

/** Name of a species as users know it; as its source names it where no Portuguese one is known here. */
export function speciesName(name: string): string {
  return names[name] ?? name;
}
