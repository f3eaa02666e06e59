export const task = 'an export called run is missing'
