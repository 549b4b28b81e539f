/** Cells by cost, the least first: a heap of four branches in flat arrays. A cell may stand in it more than once. */
export class CostQueue {
  length = 0;
  /** Cost of the cell that was taken last. */
  cost = Number.NaN;
  private costs: Float64Array;
  private cells: Int32Array;

  constructor(capacity: number) {
    this.costs = new Float64Array(capacity);
    this.cells = new Int32Array(capacity);
  }

  push(cell: number, cost: number): void {
    if (this.length === this.costs.length) this.grow();
    const { costs, cells } = this;
    let slot = this.length;
    this.length += 1;
    while (slot > 0) {
      const parent = (slot - 1) >> 2;
      const above = costs[parent] ?? 0;
      if (above <= cost) break;
      costs[slot] = above;
      cells[slot] = cells[parent] ?? 0;
      slot = parent;
    }
    costs[slot] = cost;
    cells[slot] = cell;
  }

  /** Takes the first cell, and sets `cost`; −1 of none. */
  pop(): number {
    if (this.length === 0) return -1;
    const { costs, cells } = this;
    const first = cells[0] ?? 0;
    this.cost = costs[0] ?? Number.NaN;
    this.length -= 1;
    const { length } = this;
    const cost = costs[length] ?? 0;
    const cell = cells[length] ?? 0;
    let slot = 0;
    for (let child = 1; child < length; child = 4 * slot + 1) {
      let least = child;
      let leastCost = costs[child] ?? 0;
      const end = Math.min(child + 4, length);
      for (let other = child + 1; other < end; other += 1) {
        const otherCost = costs[other] ?? 0;
        if (otherCost >= leastCost) continue;
        least = other;
        leastCost = otherCost;
      }
      if (cost <= leastCost) break;
      costs[slot] = leastCost;
      cells[slot] = cells[least] ?? 0;
      slot = least;
    }
    costs[slot] = cost;
    cells[slot] = cell;
    return first;
  }

  private grow(): void {
    const [costs, cells] = [this.costs, this.cells];
    this.costs = new Float64Array(2 * costs.length);
    this.costs.set(costs);
    this.cells = new Int32Array(2 * cells.length);
    this.cells.set(cells);
  }
}
