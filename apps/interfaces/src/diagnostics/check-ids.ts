/** The twelve checks of the catalogue, in the order of the menu. */
export const checkIds = [
  'test_dashboard',
  'test_api',
  'test_dependencies',
  'test_realtime_corrected',
  'test_admin_simple',
  'test_mobile_menu',
  'test_debug_fixes',
  'test_real_functionality',
  'test_simple_map',
  'test_cabinda_coordinates',
  'test_admin_optimization',
  'test_final_validation',
] as const;
export type CheckId = (typeof checkIds)[number];

export function isCheck(id: string | undefined): id is CheckId {
  return checkIds.some((known) => known === id);
}
