// The package has no types of its own. These are the parts that the tests compare with.

declare module 'astronomia/planetposition' {
  /** Radians and AU. */
  export interface Spherical {
    readonly lon: number
    readonly lat: number
    readonly range: number
  }
  export class Planet {
    constructor(series: object)
    /** Heliocentric, in the dynamical ecliptic and equinox of J2000, by the whole of VSOP87. */
    position2000(julianDay: number): Spherical
  }
}

declare module 'astronomia/elp' {
  export interface Cartesian {
    readonly x: number
    readonly y: number
    readonly z: number
  }
  export class Moon {
    constructor(series: object)
    /** Geocentric, in the mean ecliptic and equinox of J2000, kilometres, by ELP/MPP02. */
    positionXYZ(julianDay: number): Cartesian
  }
}

declare module 'astronomia/pluto' {
  import type { Spherical } from 'astronomia/planetposition'
  /** Heliocentric, in the ecliptic of J2000, 1885 to 2099. */
  export function heliocentric(julianDay: number): Spherical
}

declare module 'astronomia/jupitermoons' {
  import type { Cartesian } from 'astronomia/elp'
  import type { Planet } from 'astronomia/planetposition'
  /** As seen from the Earth in radii of Jupiter: x to the west, y along Jupiter's pole, z away; Lieske's E5. */
  export function e5(julianDay: number, earth: Planet, jupiter: Planet): readonly Cartesian[]
}

declare module 'astronomia/saturnmoons' {
  import type { Cartesian } from 'astronomia/elp'
  import type { Planet } from 'astronomia/planetposition'
  /** As seen from the Earth in radii of Saturn, axes as for Jupiter; Titan is the sixth. */
  export function positions(julianDay: number, earth: Planet, saturn: Planet): readonly Cartesian[]
}

declare module 'astronomia/data/*' {
  const series: object
  export default series
}
